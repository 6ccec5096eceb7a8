import { Dto, IntField, StringField } from '../../fields';

@Dto({ element: 'userRest', description: 'A user' })
export class UserRest {
  @IntField({ description: 'Id' })
  id!: number;
  @StringField({ description: 'Login' })
  login!: string;
  @StringField({ description: 'Telephone number', nullable: true, label: 'Telephone' })
  tel!: string | null;
  @StringField({ description: 'E-mail address', nullable: true, label: 'E-mail' })
  email!: string | null;
  @StringField({ description: 'First name', nullable: true })
  firstName!: string | null;
  @StringField({ description: 'Last name', nullable: true })
  lastName!: string | null;
}
