import { ArrayField, Dto, IntField } from '../../fields';
import { AgentReport } from './agent-report.dto';

/** See rule metrics-1. */
const SHORTEST_MS = 30_000;

@Dto('importReport', 'Resources to import, parents first')
export class ImportReport extends AgentReport {
  @ArrayField('Their ids', { of: 'integer', optional: true, nullable: true })
  resourceIds?: readonly number[] | null;
  @IntField('Longest interval, in ms, in which their metrics are collected', {
    min: SHORTEST_MS,
    max: 2 ** 31 - 1,
    optional: true,
    nullable: true,
    refusal: `must be a number of ms, at least ${SHORTEST_MS}`,
  })
  collectionInterval?: number | null;
}
