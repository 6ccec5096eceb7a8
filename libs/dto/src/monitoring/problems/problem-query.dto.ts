import type { PageWindow } from '@wardstone/pagination';
import { EnumField, PageField, SortField, StringField } from '../../fields';
import type { Sort } from '../../values';
import { PRIORITIES, type Priority } from '../alerts/alert-definition.dto';
import { PROBLEM_KINDS, PROBLEM_SORT_FIELDS, type ProblemKind } from './problem.dto';

/** Which problems are listed. */
export class ProblemQuery {
  @PageField()
  window!: PageWindow;
  @EnumField('Only those of this kind, case-insensitive', { values: PROBLEM_KINDS, optional: true })
  kind?: ProblemKind;
  @EnumField('Only those of this severity, case-insensitive', { values: PRIORITIES, optional: true })
  severity?: Priority;
  @StringField('Part of the name of the problem, of the resource, or of one it is part of; case-insensitive', {
    optional: true,
  })
  q?: string;
  @SortField({ fields: PROBLEM_SORT_FIELDS, default: { field: 'severity', descends: false } })
  sort!: Sort<(typeof PROBLEM_SORT_FIELDS)[number]>;
}
