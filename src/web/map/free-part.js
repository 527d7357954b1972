/** Where a parcel's sheet begins on a phone, as a share of the map; its width elsewhere. */
const SHEET_FROM = 0.38;
const PANEL_WIDTH = 420;
/** How far the middle of what stays free on a phone lies above that of the map, as a share of the map. */
const PHONE_OFFSET = 0.31;

const phone = matchMedia('(max-width: 720px)');

export const isPhone = () => phone.matches;

/** The part of the map that an open panel leaves free. */
export const freePart = (canvas) => ({
  /** From the middle of the map to the middle of the free part, in pixels. */
  offset: () => (isPhone() ? [0, -canvas.clientHeight * PHONE_OFFSET] : [-PANEL_WIDTH / 2, 0]),
  has: (x, y) => (isPhone() ? y < canvas.clientHeight * SHEET_FROM : x < canvas.clientWidth - PANEL_WIDTH),
  /** Pixels that the panel covers at the right. */
  covered: () => (isPhone() ? 0 : PANEL_WIDTH),
});
