import { FlagField } from '../../fields';

/** Of an operation that removes something. */
export class DeletionQuery {
  @FlagField('Whether a missing record is an error', { default: false })
  validate!: boolean;
}
