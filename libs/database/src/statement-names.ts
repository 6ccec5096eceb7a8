import type { PoolClient } from 'pg';

/** The part of pg's connection that remembers which statements the server knows. */
interface ParsedStatements {
  connection?: { parsedStatements?: Record<string, string>; submittedNamedStatements?: Record<string, string> };
}

/** Each plan takes the server some tens of kilobytes per connection. */
const KEPT_PER_CONNECTION = 100;

/**
 * Names for prepared statements: per connection the texts used most recently keep theirs, so that the server parses and
 * plans them once; older ones are forgotten on both sides.
 */
export class StatementNames {
  private readonly namesOf = new WeakMap<PoolClient, Map<string, string>>();
  private lastNumber = 0;

  constructor(private readonly kept = KEPT_PER_CONNECTION) {}

  /** The connection must be the caller's alone until its statement is done. */
  async nameFor(client: PoolClient, text: string): Promise<string> {
    const names = this.namesOf.get(client) ?? new Map<string, string>();
    this.namesOf.set(client, names);
    const name = names.get(text) ?? `statement_${++this.lastNumber}`;
    names.delete(text);
    names.set(text, name);
    if (names.size > this.kept) {
      const [oldest] = names;
      await this.forget(client, names, oldest!);
    }
    return name;
  }

  private async forget(client: PoolClient, names: Map<string, string>, [text, name]: [string, string]): Promise<void> {
    names.delete(text);
    const { parsedStatements, submittedNamedStatements } = (client as ParsedStatements).connection ?? {};
    // One that never got through is not known to the server.
    if (parsedStatements?.[name] !== undefined) await client.query(`DEALLOCATE ${name}`);
    delete parsedStatements?.[name];
    delete submittedNamedStatements?.[name];
  }
}
