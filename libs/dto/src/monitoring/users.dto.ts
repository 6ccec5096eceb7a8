import { Dto, Field } from '../fields';

@Dto('userRest', 'A user')
export class UserRest {
  @Field.Int('Id')
  id!: number;
  @Field.String('Login')
  login!: string;
  @Field.String('Telephone number', { nullable: true, label: 'Telephone' })
  tel!: string | null;
  @Field.String('E-mail address', { nullable: true, label: 'E-mail' })
  email!: string | null;
  @Field.String('First name', { nullable: true })
  firstName!: string | null;
  @Field.String('Last name', { nullable: true })
  lastName!: string | null;
}
