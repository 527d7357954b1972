/** The area of figures that are not limited to a state or county. */
export const EVERYWHERE = 'US';
