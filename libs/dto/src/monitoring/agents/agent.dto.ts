import { BooleanField, Dto, IntField, LinksField, StringField, TimeField } from '../../fields';
import type { Link } from '../../values';

@Dto({ element: 'agent', description: 'A program that reports the machine it runs on' })
export class Agent {
  @StringField({ description: 'Name of the agent' })
  name!: string;
  @StringField({ description: 'Version of the agent', nullable: true })
  version!: string | null;
  @TimeField({ description: 'Time of its last request' })
  lastSeen!: number;
  @TimeField({ description: 'Time of the server' })
  serverTime!: number;
  @IntField({ description: 'Time without a request after which its machine counts as down, in ms' })
  quietTimeout!: number;
  @BooleanField({ description: 'Whether that time has passed' })
  silent!: boolean;
  @LinksField({ description: 'URLs of the agent interface' })
  links!: readonly Link[];
}

@Dto({ element: 'agentRegistration', description: 'Registration of an agent' })
export class AgentRegistration {
  @StringField({ description: 'Version of the agent', optional: true })
  version?: string;
  @StringField({ description: 'Host name', optional: true })
  hostname?: string;
}

@Dto({ element: 'agentPlugin', description: 'A plugin for agents' })
export class AgentPlugin {
  @StringField({ description: 'Its name' })
  name!: string;
  @StringField({ description: 'Its version' })
  version!: string;
  @StringField({ description: 'MD5 of the package' })
  md5!: string;
}
