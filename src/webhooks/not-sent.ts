/** The error of a delivery that was not sent because its endpoint was disabled: it was missed. */
export const ENDPOINT_DISABLED = 'Not sent: the endpoint is disabled';
