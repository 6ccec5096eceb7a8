import { Dto, IntField, StringField } from '../fields';

@Dto('userRest', 'A user')
export class UserRest {
  @IntField('Id')
  id!: number;
  @StringField('Login')
  login!: string;
  @StringField('Telephone number', { nullable: true, label: 'Telephone' })
  tel!: string | null;
  @StringField('E-mail address', { nullable: true, label: 'E-mail' })
  email!: string | null;
  @StringField('First name', { nullable: true })
  firstName!: string | null;
  @StringField('Last name', { nullable: true })
  lastName!: string | null;
}
