import type { Logger } from '../logger';

/** Maximum that the server stores for an agent. */
const MAX_PROBLEMS = 20;
const MAX_LENGTH = 500;

type Source = () => readonly string[];

/** Problems that keep the agent from reporting the whole machine, from several sources, as sentences for users. */
export class AgentProblems {
  private known: readonly string[] = [];

  constructor(
    private readonly logger: Logger,
    private readonly sources: readonly Source[],
  ) {}

  get current(): readonly string[] {
    return this.known;
  }

  /** Collects present problems, and logs those that have begun or ended. Returns whether any have. */
  look(): boolean {
    const found = [...new Set(this.sources.flatMap((source) => source()))]
      .map((text) => text.slice(0, MAX_LENGTH).toWellFormed())
      .slice(0, MAX_PROBLEMS);
    const begun = found.filter((problem) => !this.known.includes(problem));
    const ended = this.known.filter((problem) => !found.includes(problem));
    for (const problem of begun) this.logger.warn(problem);
    for (const problem of ended) this.logger.info({ problem }, 'over');
    this.known = found;
    return begun.length > 0 || ended.length > 0;
  }
}
