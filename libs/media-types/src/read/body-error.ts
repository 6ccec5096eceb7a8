/** A body that cannot be the record it should be. The message is fit for the client. */
export class BodyError extends Error {}
