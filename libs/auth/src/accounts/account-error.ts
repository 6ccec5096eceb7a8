/** A wrong account command; the message is one sentence for the person at the terminal. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}
