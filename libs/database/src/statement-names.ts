/** Each plan takes tens of kilobytes on the server per connection. */
const MAX_NAMES = 100;
const MAX_CANDIDATES = 1_000;
const USES_FOR_A_NAME = 3;

/**
 * Names of prepared statements whose text is composed. A repeated text gets a name for the life of the process; when
 * all names are used, further texts are sent unnamed.
 */
export class StatementNames {
  private readonly names = new Map<string, string>();
  private readonly uses = new Map<string, number>();

  nameFor(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined || this.names.size === MAX_NAMES) return name;
    const uses = (this.uses.get(text) ?? 0) + 1;
    this.uses.delete(text);
    if (uses < USES_FOR_A_NAME) {
      this.uses.set(text, uses);
      const [oldest] = this.uses.keys();
      if (this.uses.size > MAX_CANDIDATES) this.uses.delete(oldest!);
      return undefined;
    }
    this.names.set(text, `statement_${this.names.size + 1}`);
    return this.names.get(text);
  }
}
