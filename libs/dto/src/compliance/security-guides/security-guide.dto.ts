import { EnumField, IntField, StringField, UuidField } from '../../fields/fields';

/** A security guide as it is shown; keys in the order of rule compliance-16. */
export class SecurityGuideRecord {
  @UuidField('Id of the guide', { example: '2b7d6f0a-1c5e-4d0b-8a3f-5e1f4c9b7d21' })
  id!: string;

  @StringField('Identifier of the benchmark', { example: 'xccdf_org.ssgproject.content_benchmark_RHEL-9' })
  ref_id!: string;

  @StringField('Title of the guide', { example: 'Guide to the Secure Configuration of Red Hat Enterprise Linux 9' })
  title!: string;

  @StringField('Version of the guide', { example: '0.1.65' })
  version!: string;

  @StringField('Description; may be empty', { example: 'A catalog of security settings.' })
  description!: string;

  @IntField('Major version of the operating system', { example: 9 })
  os_major_version!: number;

  @EnumField('Always `security_guide`', { example: 'security_guide', values: ['security_guide'] })
  type!: 'security_guide';
}
