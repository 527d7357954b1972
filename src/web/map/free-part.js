/** Where a parcel's sheet begins on a phone, as a share of the map's height; elsewhere, the panel's width. */
const SHEET_FROM = 0.38;
const PANEL_WIDTH = 420;
/** On a phone, how far the middle of the free part is above the map's middle, as a share of the map's height. */
const PHONE_OFFSET = 0.31;

const phone = matchMedia('(max-width: 720px)');

export const isPhone = () => phone.matches;

/** The part of the map that an open panel leaves free. */
export const freePart = (canvas) => ({
  /** From the middle of the map to the middle of the free part, in pixels. */
  offset: () => (isPhone() ? [0, -canvas.clientHeight * PHONE_OFFSET] : [-PANEL_WIDTH / 2, 0]),
  has: (x, y) => (isPhone() ? y < canvas.clientHeight * SHEET_FROM : x < canvas.clientWidth - PANEL_WIDTH),
  /** Pixels that the panel covers on the right. */
  covered: () => (isPhone() ? 0 : PANEL_WIDTH),
});
