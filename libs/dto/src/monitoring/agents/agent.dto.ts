import { BooleanField, Dto, IntField, LinksField, StringField, TimeField } from '../../fields';
import type { Link } from '../../values';

@Dto('agent', 'A program that reports the machine it runs on')
export class Agent {
  @StringField('Name of the agent')
  name!: string;
  @StringField('Version of the agent', { nullable: true })
  version!: string | null;
  @TimeField('Time of its last request')
  lastSeen!: number;
  @TimeField('Time of the server')
  serverTime!: number;
  @IntField('Time without a request after which its machine counts as down, in ms')
  quietTimeout!: number;
  @BooleanField('Whether that time has passed')
  silent!: boolean;
  @LinksField('URLs of the agent interface')
  links!: readonly Link[];
}

@Dto('agentRegistration', 'Registration of an agent')
export class AgentRegistration {
  @StringField('Version of the agent', { optional: true })
  version?: string;
  @StringField('Host name', { optional: true })
  hostname?: string;
}

@Dto('agentPlugin', 'A plugin for agents')
export class AgentPlugin {
  @StringField('Its name')
  name!: string;
  @StringField('Its version')
  version!: string;
  @StringField('MD5 of the package')
  md5!: string;
}
