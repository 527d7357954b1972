const FORM = /^dlv_([1-9]\d{0,15})$/;

/** The id of a delivery as the API shows it. */
export const deliveryId = (number: number | string) => `dlv_${number}`;

/** The number in a delivery's id, or null when it is not a delivery id. */
export function deliveryNumber(id: string): number | null {
  const number = Number(FORM.exec(id)?.[1]);
  return Number.isSafeInteger(number) ? number : null;
}
