import {
  Names,
  type OnCallDocument,
  People,
  convertPolicy,
  type PolicyStep,
  type Receiver,
  findRepeated,
  convertRotation,
  type Turns,
} from './on-call-documents';

/** Documents converted from a file, and a line for everything that could not be converted. */
export class Conversion {
  readonly documents: OnCallDocument[] = [];
  readonly lost: string[] = [];
  readonly people: People;
  private readonly names = new Names();
  /** Converted rotations by id or name of their schedule or rotation in the other system. */
  private readonly receivers = new Map<string, readonly Receiver[]>();

  /** @param logins logins of people by id in the other system */
  constructor(logins: Iterable<readonly [string, string]> = []) {
    this.people = new People(new Map(logins), this.lost);
  }

  lose(line: string): void {
    this.lost.push(line);
  }

  /** Adds a rotation and returns it as a receiver; empty if it cannot be converted. */
  addRotation(turns: Turns, what = 'schedule'): Receiver[] {
    const made = convertRotation({ ...turns, name: this.names.take(turns.name) });
    if (typeof made === 'string') {
      this.lose(`${what} ${turns.name}: ${made}`);
      return [];
    }
    this.documents.push(made);
    return [{ rotation: made.name }];
  }

  /** @param loops how often all steps are repeated, and the delay */
  addPolicy(
    title: string,
    stepsOf: (name: string) => { steps: readonly PolicyStep[]; loops?: { times: number; periodMinutes: number } },
  ): void {
    const name = this.names.take(title);
    const { steps, loops } = stepsOf(name);
    const { document, lost } = convertPolicy(name, loops ? findRepeated(name, steps, loops, this.lost) : steps);
    this.lost.push(...lost);
    if (document) this.documents.push(document);
  }

  remember(id: string, receivers: readonly Receiver[]): void {
    this.receivers.set(id, receivers);
  }

  recall(id: string): readonly Receiver[] | undefined {
    return this.receivers.get(id);
  }
}
