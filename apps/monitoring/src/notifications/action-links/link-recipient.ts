/** Recipient of a link. */
export interface LinkRecipient {
  /** Address or channel. */
  recipient: string;
  /** Name of the sender. */
  sender: string;
  /** Login of a person; null for an address or channel in an alert definition. */
  login: string | null;
  subject: string | null;
}
