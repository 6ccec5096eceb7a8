/** Each plan takes the server some tens of kilobytes per connection. */
const MAX_NAMES = 100;
const MAX_CANDIDATES = 1_000;
const USES_FOR_A_NAME = 3;

/**
 * Names for prepared statements whose wording is made of parts. A text that comes back gets a name of its own for as long
 * as the process lives; when all names are given, further texts are sent without one.
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
