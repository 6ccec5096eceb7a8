import { ArrayField } from '../../fields/fields';
import { FlagParameter, Misread, integerOf, itemsOf, queryField, scalarOf } from '../query-fields';
import { MINORS_SCHEMA, VERSION_SCHEMA, minorsProblem, versionProblem } from './profile.dto';

function checked<T>(value: T, problem: string | undefined): T {
  if (problem !== undefined) throw new Misread(problem);
  return value;
}

function versionOf(text: string | undefined): number {
  const version = Number(integerOf(text));
  return checked(version, versionProblem(version));
}

/** Parameters of the import of a guide (rule compliance-29). */
export class GuideImportQuery {
  @queryField<number>(
    'Major version of the operating system; required when the benchmark id does not contain it',
    { type: { kind: 'integer' }, schema: VERSION_SCHEMA, read: (entries) => versionOf(scalarOf(entries)) },
    { example: 9 },
  )
  os_major_version?: number;

  /** Ascending, each once. */
  @queryField<readonly number[]>(
    'Minor versions, repeated or separated by commas, that every profile of the guide supports; they are added to ' +
      'the registered ones',
    {
      type: { kind: 'list', items: 'integer' },
      schema: MINORS_SCHEMA,
      read: (entries) => {
        const minors = [...new Set(itemsOf(entries, ',').map(versionOf))];
        return checked(minors, minorsProblem(minors)).sort((a, b) => a - b);
      },
    },
    { example: [0, 1, 2] },
  )
  os_minor_versions?: number[];

  @FlagParameter('Whether other content under the same id and version replaces the stored one', {
    example: false,
    default: false,
  })
  replace!: boolean;
}

/** What an import did, beside the guide. */
export class GuideImportMeta {
  @ArrayField('Minor versions that a profile of the guide did not support before, ascending', {
    example: [0, 1, 2],
    of: 'integer',
  })
  os_minor_versions_added!: number[];
}
