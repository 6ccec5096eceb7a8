import { ApiProperty } from '@nestjs/swagger';

const SUBJECT = {
  type: String,
  nullable: true,
  minLength: 1,
  maxLength: 255,
  description:
    'Subject of the login that the system belongs to, as `npm run account -- list --subjects` prints it for accounts and ' +
    '`issuer|organisation|sub` for logins of an OIDC issuer; null: it belongs to no login, and no agent reaches it',
  example: 'wardstone|default|agent-1|2026-01-15T12:00:00.000Z',
} as const;

/** Body of AssignSystemOwner. */
export class SystemOwnerBody {
  @ApiProperty(SUBJECT)
  subject!: string | null;
}

/** Which login a system belongs to. */
export class SystemOwnerRecord {
  @ApiProperty({ format: 'uuid', description: 'Id of the system', example: '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44' })
  system_id!: string;

  @ApiProperty(SUBJECT)
  subject!: string | null;

  @ApiProperty({ enum: ['system_owner'], description: 'Always `system_owner`', example: 'system_owner' })
  type!: 'system_owner';
}
