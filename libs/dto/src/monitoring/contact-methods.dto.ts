import { Dto, Field } from '../fields';
import type { Link, ObjectMap } from '../values';
import { SenderPropertyRest } from './alert-definitions.dto';
import { QuietHoursRest } from './on-call.dto';

export const CONTACT_KINDS = ['EMAIL', 'NTFY', 'WEB_PUSH', 'SLACK', 'TEAMS', 'SMS', 'VOICE', 'WEBHOOK'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** Maximum number of contact methods of one account. */
export const MAX_CONTACT_METHODS = 20;

/** Body of a request that adds or changes a contact method. */
@Dto('contactMethod', 'A way to reach a person')
export class ContactMethodChange {
  @Field.Enum('Kind; never changes', { values: CONTACT_KINDS })
  kind!: ContactKind;
  @Field.String("Name, unique among the account's methods; defaults to the kind", {
    minLength: 1,
    maxLength: 100,
  })
  label!: string;
  @Field.ObjectMap('Destination: the properties of its kind. Secrets are masked; a mask keeps the stored secret')
  config!: ObjectMap;
  @Field.Int('Minutes after a notification until it is used, unless the alert is acknowledged or has ended by then', {
    min: 0,
    max: 1440,
  })
  delayMinutes!: number;
  @Field.Object('Hours in which it is used for urgent alerts only; none if absent', {
    of: () => QuietHoursRest,
    optional: true,
  })
  quietHours?: QuietHoursRest;
}

@Dto('contactMethod', 'A way to reach a person', { lineFields: ['id', 'kind', 'label'] })
export class ContactMethodRest extends ContactMethodChange {
  @Field.Int('Id')
  id!: number;
  @Field.Boolean('Whether it is verified; notifications do not use it before')
  verified!: boolean;
  @Field.String('Why it delivers nothing at present', { optional: true })
  problem?: string;
  @Field.Links('Links of the contact method')
  links!: readonly Link[];
}

@Dto('contactVerification', 'The code that was sent to a contact method')
export class ContactVerification {
  @Field.String('Code; letter case, spaces and hyphens do not matter', { minLength: 1, maxLength: 40 })
  code!: string;
}

@Dto('contactKind', 'A kind of contact methods')
export class ContactKindRest {
  @Field.Enum('Kind', { values: CONTACT_KINDS })
  kind!: ContactKind;
  @Field.String('Name for people')
  label!: string;
  @Field.String('Description')
  description!: string;
  @Field.String('Why it delivers nothing at present', { optional: true })
  problem?: string;
  @Field.Array('Its properties as a form shows them', { of: () => SenderPropertyRest })
  properties!: readonly SenderPropertyRest[];
  @Field.String('For Web Push: the key with which browsers subscribe (RFC 8292), base64url', { optional: true })
  applicationServerKey?: string;
}
