import { Field } from '../fields';
import type { Fields } from '../values';
import { ObjectListField, textProblem } from './body-fields';

const FILE = { example: 'ssg-rhel9-ds.xml' };
const SHA256 = { example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' };
const TIME = { format: 'date-time', example: '2026-05-26T10:20:11.853Z', nullable: true } as const;
const MAX_FILE_NAME = 255;
const IS_SHA256 = /^[0-9a-f]{64}$/;

/** A guide in a folder of a host. */
export class HostGuide {
  @Field.String('Name of the file', FILE)
  file_name!: string;

  @Field.String('SHA-256 of the file', SHA256)
  sha256!: string;

  @Field.Int('Size in bytes', { example: 18_402_311 })
  byte_count!: number;
}

const isHostGuide = ({ file_name: name, sha256, byte_count: bytes }: Fields): boolean =>
  typeof name === 'string' &&
  name.trim() !== '' &&
  name.length <= MAX_FILE_NAME &&
  textProblem(name) === undefined &&
  typeof sha256 === 'string' &&
  IS_SHA256.test(sha256) &&
  Number.isInteger(bytes) &&
  (bytes as number) > 0 &&
  (bytes as number) <= 2 ** 31 - 1;

/** Body of PutAgentGuides. */
export class AgentGuidesBody {
  @ObjectListField('Guides on the host for its operating system; they replace those reported before', {
    of: () => HostGuide,
    keys: ['file_name', 'sha256', 'byte_count'],
    isElement: isHostGuide,
    shape: 'objects with file_name, sha256 and byte_count',
    documented: {
      example: [{ file_name: FILE.example, sha256: SHA256.example, byte_count: 18_402_311 }],
      maxItems: 20,
    },
  })
  guides!: readonly HostGuide[];
}

/** Outcome of PutAgentGuides. */
export class AgentGuidesRecord {
  @Field.Enum('Always `agent_guides`', { example: 'agent_guides', values: ['agent_guides'] })
  type!: 'agent_guides';

  @Field.Int('Number of guides of the host', { example: 1 })
  guide_count!: number;
}

/** A guide that hosts have and that was not imported (rule compliance-52). */
export class OfferedGuideRecord extends HostGuide {
  @Field.Enum('Always `offered_guide`', { example: 'offered_guide', values: ['offered_guide'] })
  type!: 'offered_guide';

  @Field.Int('Number of systems with this file that you have access to', { example: 12 })
  system_count!: number;

  @Field.Array('Names of the first five systems', { of: 'string', example: ['web-1.example.org'], maxItems: 5 })
  system_names!: readonly string[];

  @Field.Enum('`requested`: waits for one of the hosts to send it; `failed`: it was not imported, see `problem`', {
    example: 'offered',
    values: ['offered', 'requested', 'failed'],
  })
  state!: 'offered' | 'requested' | 'failed';

  @Field.String('When its import was requested', TIME)
  requested_at!: string | null;

  @Field.String('Login of the account that requested its import', { example: 'ann', nullable: true })
  requested_by!: string | null;

  @Field.String('Why the last import failed', {
    example: 'The file differs from the one that was offered',
    nullable: true,
  })
  problem!: string | null;
}

/** All guides that hosts offer. */
export class OfferedGuidesRecord {
  @Field.Enum('Always `offered_guides`', { example: 'offered_guides', values: ['offered_guides'] })
  type!: 'offered_guides';

  @Field.Array('Guides, those of most systems first; at most 100', { of: () => OfferedGuideRecord, maxItems: 100 })
  guides!: readonly OfferedGuideRecord[];
}
