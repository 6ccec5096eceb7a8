import { DatabaseServiceConfig, FlagSetting, NumberSetting, TextSetting } from '@wardstone/config';
import { Matches } from 'class-validator';

/** Settings of the compliance service. */
export class ComplianceConfig extends DatabaseServiceConfig {
  @NumberSetting(
    'Maximum concurrent expensive requests of this process: evidence and remediation files. One account can run at most half of them; further requests wait, at most 64 per account',
    { min: 1, max: 100 },
  )
  HEAVY_REQUESTS: number = 4;

  @TextSetting('Path prefix of all operations, also used in links')
  @Matches(/^(\/[A-Za-z0-9_.~-]+)+$/, { message: 'BASE_PATH must start with / and not end with one' })
  BASE_PATH: string = '/api/compliance/v2';

  @TextSetting(
    'Filter operators of the lists of policies and profiles: = and != as the contract guarantees, or also ~ !~ ^ !^ and presence',
    { oneOf: ['contract', 'extended'] },
  )
  FILTER_OPERATORS: string = 'contract';

  @TextSetting(
    'Source of permissions for plain identity headers: off grants all, identity reads them from the header, file reads RBAC_FILE',
    { oneOf: ['off', 'identity', 'file'] },
  )
  RBAC_MODE: string = 'off';

  @TextSetting('Path of a JSON file that maps organisation -> user name -> list of permissions, for RBAC_MODE=file', {
    optional: true,
  })
  RBAC_FILE?: string;

  @NumberSetting(
    'Retention of results other than the latest of each system and policy, in days; removed when the next result is stored. 0 keeps them forever',
    { min: 0, max: 36_500 },
  )
  RESULT_RETENTION_DAYS: number = 400;

  @TextSetting('Who may approve an exception: other (anyone but the requester) or any (anyone with the permission)', {
    oneOf: ['other', 'any'],
  })
  WAIVER_APPROVER: string = 'other';

  @FlagSetting(
    'Report scores and events of policies to monitoring, for systems with an agent, through the gateway at GATEWAY_JWKS_URL',
  )
  MONITORING_FACTS: boolean = true;
}
