import { FlagField } from '../../fields';

/** Of an operation that removes something. */
export class DeletionQuery {
  @FlagField({ description: 'Whether something that is not there is an error', default: false })
  validate!: boolean;
}
