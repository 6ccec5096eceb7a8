import { integer, recordShape, text } from '@wardstone/media-types';
import type { RecordOf } from '@wardstone/media-types';

/** Source: contract 2, media spec 10. Passwords and roles are never part of it. */
export const USER = recordShape({
  name: 'UserRest',
  element: 'userRest',
  description: 'Somebody who uses the product',
  fields: {
    id: integer('Id'),
    login: text('Login'),
    tel: text('Telephone number', { nullable: true, label: 'Telephone' }),
    email: text('E-mail address', { nullable: true, label: 'E-mail' }),
    firstName: text('First name', { nullable: true }),
    lastName: text('Last name', { nullable: true }),
  },
  heading: ({ login }) => login,
});
export type UserRest = RecordOf<typeof USER>;
