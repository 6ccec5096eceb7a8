import { ArrayField, EnumField, IntField, StringField, UuidField } from '../../fields/fields';

/** A family of profiles and the minor versions it supports; keys in the order of rule compliance-16. */
export class SupportedProfileRecord {
  @UuidField('Id of the profile in the newest guide version that registers a minor version', {
    example: '0f4be1d3-9f3d-4a53-9c5c-9a2b8e0c1f77',
  })
  id!: string;

  @StringField('Title of the profile', { example: 'CIS Benchmark for Level 2 - Server' })
  title!: string;

  @StringField('Description; may be empty', { example: 'Baseline of the CIS.' })
  description!: string;

  @StringField('Identifier shared by all profiles of the family', {
    example: 'xccdf_org.ssgproject.content_profile_cis',
  })
  ref_id!: string;

  @UuidField('Id of the newest guide version', { example: '2b7d6f0a-1c5e-4d0b-8a3f-5e1f4c9b7d21' })
  security_guide_id!: string;

  @StringField('The newest guide version', { example: '0.1.65' })
  security_guide_version!: string;

  @IntField('Major version of the operating system', { example: 9 })
  os_major_version!: number;

  @ArrayField('Minor versions registered in any guide version, greatest first', { example: [2, 1, 0], of: 'integer' })
  os_minor_versions!: number[];

  @EnumField('Always `supported_profile`', { example: 'supported_profile', values: ['supported_profile'] })
  type!: 'supported_profile';
}
