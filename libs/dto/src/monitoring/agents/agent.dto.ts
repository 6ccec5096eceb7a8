import { BooleanField, Dto, IntField, LinksField, StringField, TimeField } from '../../fields';
import type { Link } from '../../values';

@Dto({ element: 'agent', description: 'A program that reports the machine it runs on' })
export class Agent {
  @StringField({ description: 'Name it registered under' })
  name!: string;
  @StringField({ description: 'Version of the program', nullable: true })
  version!: string | null;
  @TimeField({ description: 'When it last called' })
  lastSeen!: number;
  @TimeField({ description: 'Time of the server' })
  serverTime!: number;
  @IntField({ description: 'How long it may be silent before its machine counts as down, in ms' })
  quietTimeout!: number;
  @BooleanField({ description: 'Whether it has been silent for longer than that' })
  silent!: boolean;
  @LinksField({ description: 'What it calls next' })
  links!: readonly Link[];
}

@Dto({ element: 'agentRegistration', description: 'What an agent tells of itself' })
export class AgentRegistration {
  @StringField({ description: 'Version of the program', optional: true })
  version?: string;
  @StringField({ description: 'Name of its machine', optional: true })
  hostname?: string;
}

@Dto({ element: 'agentPlugin', description: 'A plug-in whose package agents fetch' })
export class AgentPlugin {
  @StringField({ description: 'Its name' })
  name!: string;
  @StringField({ description: 'Its version' })
  version!: string;
  @StringField({ description: 'MD5 of its package' })
  md5!: string;
}
