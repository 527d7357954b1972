/** An address without a trailing slash in its path: both name the same route. */
export const withoutSlash = (url: string): string => url.replace(/^([^?]+)\/(?=\?|$)/, '$1');
