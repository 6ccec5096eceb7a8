/** How creations behave that somebody else than the request does. */
export interface CreationSettings {
  /** How long a creation takes that no agent does. */
  delayMs: number;
  /** How long a request waits for one to end. */
  holdMs: number;
}

export const CREATION_SETTINGS = Symbol('CREATION_SETTINGS');
