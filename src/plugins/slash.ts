/** An address without the slash that its path may end in: both name the same route. */
export const withoutSlash = (url: string): string => url.replace(/^([^?]+)\/(?=\?|$)/, '$1');
