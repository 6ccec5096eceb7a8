import { parseIsoTime } from '@wardstone/clock';
import { ITEMS } from '../fields/rules';
import { Misread, queryField, scalarOf, UuidParameter } from './query-fields';

/** What evidence is about. */
export class EvidenceQuery {
  @UuidParameter('Id of one system; all systems of the policy that the caller sees when absent', {
    example: 'd2f8a1c3-6b4e-4d7a-9f50-3c1e8b7a2d64',
  })
  system_id?: string;

  @queryField<Date>(
    'A moment: the newest result of each system until then; now when absent',
    {
      type: { kind: 'string' },
      schema: { ...ITEMS.string.schema, format: 'date-time' },
      read: (entries) => {
        const timeMs = parseIsoTime(scalarOf(entries) ?? '');
        if (timeMs === undefined) throw new Misread('must be a time');
        return new Date(timeMs);
      },
    },
    { documented: { example: '2026-05-26T10:20:11Z' } },
  )
  at?: Date;
}
