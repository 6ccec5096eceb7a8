import { IntField } from '../../fields';

/** How much work an agent takes, and how long it waits for some. */
export class AgentWorkQuery {
  @IntField('Maximum number of work items', { min: 1, max: 100, default: 10 })
  max!: number;
  @IntField('Seconds to wait for work', { min: 0, max: 30, default: 0 })
  wait!: number;
}
