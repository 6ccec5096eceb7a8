/** Whom a link is for. */
export interface LinkRecipient {
  /** Address or channel. */
  recipient: string;
  /** Name of the sender. */
  sender: string;
  /** Of a person who is told as such; null for an address or channel that an alert definition names. */
  login: string | null;
  subject: string | null;
}
