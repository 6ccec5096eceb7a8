import { BooleanField } from '../../fields';

/** Of an operation that removes something. */
export class DeletionQuery {
  @BooleanField({ description: 'Whether something that is not there is an error', default: false })
  validate!: boolean;
}
