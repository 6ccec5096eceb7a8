import type { ReactNode } from 'react';
import { Status } from '../parts/values';

/** Problems that an agent reported. */
export function AgentProblems({ problems }: { problems: readonly string[] }): ReactNode {
  return problems.map((problem) => (
    <div key={problem}>
      <Status kind="warning">{problem}</Status>
    </div>
  ));
}
