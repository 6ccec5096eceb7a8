/** A request for a guide that no host fulfilled in this time is forgotten. */
export const MAX_REQUEST_AGE = `interval '1 day'`;
