import { parseIsoTime } from '@wardstone/clock';
import { ListQueryError, parseTags, undecodableTags } from '@wardstone/pagination';
import { Allow } from 'class-validator';
import { ITEMS } from '../fields/rules';
import {
  FlagParameter,
  Misread,
  parseInteger,
  listItems,
  lastEntry,
  queryField,
  scalarText,
  trimBlanks,
} from './query-fields';

const MAX_LIMIT = 100;
const MAX_OFFSET = 2n ** 63n - 1n;
const MAX_FILTER_BYTES = 8192;
const TEXTS = { type: 'array', items: ITEMS.string.schema };

const Limit = queryField<number>(
  'Items per page',
  {
    type: { kind: 'integer' },
    schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT },
    read: (entries) => {
      const limit = parseInteger(scalarText(entries));
      if (limit <= 0n) throw new Misread('must be greater than 0');
      if (limit > MAX_LIMIT) throw new Misread(`must be less than or equal to ${MAX_LIMIT}`);
      return Number(limit);
    },
  },
  { example: 10, default: 10 },
);

const Offset = queryField<bigint>(
  'Items to skip',
  {
    type: { kind: 'integer' },
    schema: { type: 'integer', minimum: 0 },
    read: (entries) => {
      const offset = parseInteger(scalarText(entries));
      if (offset < 0n) throw new Misread('must be greater than or equal to 0');
      if (offset > MAX_OFFSET) throw new ListQueryError(422, 'Number is not in the supported range');
      return offset;
    },
  },
  { default: 0n, documented: { default: 0, example: 0 } },
);

const SortBy = queryField<readonly string[]>(
  'Columns to sort by, each with `:asc` (the default) or `:desc`; repeated, `sort_by[]=` or separated by commas',
  { type: { kind: 'list', items: 'string' }, schema: TEXTS, read: (entries) => listItems(entries, ',') },
);

const Filter = queryField<string>(
  'Condition in the scoped_search language: `=`, `!=` or `<>`, joined by AND and OR (which bind equally, to the ' +
    'right) and parentheses; values with blanks in double quotes',
  {
    type: { kind: 'string' },
    schema: ITEMS.string.schema,
    read: (entries) => {
      const { form, value: filter = '', isUtf8 } = lastEntry(entries);
      if (form !== 'scalar') throw new Misread('must be a string');
      if (!isUtf8) throw new Misread('must have valid encoding');
      if (filter.includes('\0')) throw new Misread('must not contain null bytes');
      if (new TextEncoder().encode(filter).length > MAX_FILTER_BYTES) {
        throw new Misread(`can not be longer than ${MAX_FILTER_BYTES} bytes`);
      }
      return trimBlanks(filter) === '' ? undefined : filter;
    },
  },
);

const IdsOnly = FlagParameter('Return only the id of each item', { example: false, default: false });

const Tags = queryField<readonly string[]>(
  'Tags a system must have, each `namespace/key=value` or, for a tag without value, `namespace/key`; the three parts ' +
    'are percent-encoded once more. Values of one key are alternatives, different keys must all match',
  {
    type: { kind: 'list', items: 'string' },
    schema: TEXTS,
    read: (entries) => {
      const tags = listItems(entries);
      if (entries.some(({ isUtf8 }) => !isUtf8)) throw undecodableTags();
      parseTags(tags);
      return tags;
    },
  },
  { example: ['ops/stage=production'], default: [], documented: { default: undefined } },
);

class SortedPageQuery {
  @Limit
  limit!: number;

  @Offset
  offset!: bigint;

  /** Unparsed items, for `parseSort`. */
  @SortBy
  sort_by?: readonly string[];
}

/** Parameters of a list (rule compliance-3), in the order in which they are checked. */
export class ListQuery extends SortedPageQuery {
  /** The unparsed filter; absent when blank. */
  @Filter
  filter?: string;

  @IdsOnly
  ids_only!: boolean;
}

/** Parameters of a list of rule results. */
export class RuleResultsQuery extends ListQuery {
  @FlagParameter(
    'Whether to include rules that the scan did not decide: `notchecked`, `notapplicable`, `informational`',
    {
      example: true,
      default: false,
    },
  )
  undecided!: boolean;
}

/** Parameters of a list with conditions on tags of systems (rule compliance-14). */
export class TaggedListQuery extends SortedPageQuery implements ListQuery {
  /** Unparsed tags, for `parseTags`. */
  @Tags
  tags!: readonly string[];

  @Filter
  filter?: string;

  @IdsOnly
  ids_only!: boolean;
}

/** Query of policy lists. */
export class PolicyListQuery extends ListQuery {
  /** Accepted and ignored. */
  @Allow()
  tags?: unknown;
}

/** Query of a list without pages, such as the versions in use. */
export class FilterQuery {
  @Filter
  filter?: string;
}

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

const Day = (description: string, example: string): PropertyDecorator =>
  queryField<string>(
    description,
    {
      type: { kind: 'string' },
      schema: { type: 'string', format: 'date' },
      read: (entries) => {
        const day = scalarText(entries) ?? '';
        if (!DAY.test(day) || parseIsoTime(`${day}T00:00:00Z`) === undefined) throw new Misread('must be a date');
        return day;
      },
    },
    { example },
  );

/** A period of days, in UTC. */
export class DaysQuery {
  @Day('First day; 90 days before the last when absent', '2026-03-01')
  from?: string;

  @Day('Last day; today when absent', '2026-05-26')
  to?: string;
}

/** Parameters of a list of differences between two days. */
export class ChangesQuery extends DaysQuery {
  @Limit
  limit!: number;

  @Offset
  offset!: bigint;
}

/** Query of a list without pages and filter. */
export class SortQuery {
  @SortBy
  sort_by?: readonly string[];
}
