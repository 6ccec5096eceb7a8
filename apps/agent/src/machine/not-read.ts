/** Something on the host that the agent does not read, at all or now. The message says why, for users. */
export class NotRead extends Error {
  override readonly name: string = 'NotRead';
}
