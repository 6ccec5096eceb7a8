import type { ReactNode } from 'react';
import { Status } from '../parts/values';

/** What keeps an agent from reporting its whole machine. */
export function AgentProblems({ problems }: { problems: readonly string[] }): ReactNode {
  return problems.map((problem) => (
    <div key={problem}>
      <Status kind="warning">{problem}</Status>
    </div>
  ));
}
