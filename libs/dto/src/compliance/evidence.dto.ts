import { ITEMS } from '../fields/rules';
import { parseUuid } from '@wardstone/pagination';
import {
  FlagParameter,
  GroupParameter,
  listItems,
  Misread,
  queryField,
  TimeParameter,
  UuidParameter,
} from './query-fields';

/** Scope of evidence. */
export class EvidenceQuery {
  @UuidParameter('Id of one system; by default, all systems of the policy that you have access to', {
    example: 'd2f8a1c3-6b4e-4d7a-9f50-3c1e8b7a2d64',
  })
  system_id?: string;

  @GroupParameter('Id of an inventory group: only its systems')
  group_id?: string;

  @TimeParameter('A moment: the newest result of each system until then; now when absent', {
    documented: { example: '2026-05-26T10:20:11Z' },
  })
  at?: Date;
}

const MAX_SYSTEMS = 500;

/** Scope of a remediation. */
export class RemediationQuery {
  @queryField<readonly string[]>(
    `Ids of systems, repeated or separated by commas, at most ${MAX_SYSTEMS}; by default, all systems of the policy that you have access to`,
    {
      type: { kind: 'list', items: 'uuid' },
      schema: { type: 'array', items: ITEMS.uuid.schema, maxItems: MAX_SYSTEMS },
      read: (entries) => {
        const ids = listItems(entries, ',').map((text) => parseUuid(text.trim()));
        if (ids.length > MAX_SYSTEMS) throw new Misread(`must have at most ${MAX_SYSTEMS} items`);
        if (ids.includes(undefined)) throw new Misread('must be UUIDs');
        return [...new Set(ids)];
      },
    },
    { documented: { example: ['d2f8a1c3-6b4e-4d7a-9f50-3c1e8b7a2d64'] } },
  )
  system_id?: readonly string[];

  @GroupParameter('Id of an inventory group: only its systems')
  group_id?: string;

  @FlagParameter('Whether to include fixes for rules with an exception in force', { example: false, default: false })
  with_exceptions!: boolean;
}
