import { DatabaseServiceConfig, FlagSetting, NumberSetting, TextSetting } from '@wardstone/config';
import { Matches } from 'class-validator';

/** Settings of the compliance service. */
export class ComplianceConfig extends DatabaseServiceConfig {
  @NumberSetting(
    'Expensive requests that run at a time in this process: files of evidence and remediation. At most half of them are of one account; more wait, and 64 of an account at most',
    { min: 1, max: 100 },
  )
  HEAVY_REQUESTS: number = 4;

  @TextSetting('Path all operations start with; links carry it')
  @Matches(/^(\/[A-Za-z0-9_.~-]+)+$/, { message: 'BASE_PATH must start with / and not end with one' })
  BASE_PATH: string = '/api/compliance/v2';

  @TextSetting(
    'Filter operators of the lists of policies and profiles: = and != as the contract guarantees, or also ~ !~ ^ !^ and presence',
    { oneOf: ['contract', 'extended'] },
  )
  FILTER_OPERATORS: string = 'contract';

  @TextSetting(
    'Where the permissions of a plain identity header come from: off grants all, identity reads them from the header, file from RBAC_FILE',
    { oneOf: ['off', 'identity', 'file'] },
  )
  RBAC_MODE: string = 'off';

  @TextSetting('JSON of organisation -> user name -> list of permissions, for RBAC_MODE=file', { optional: true })
  RBAC_FILE?: string;

  @NumberSetting(
    'Retention of results that are not the newest of their system and policy, in days; removed when the next one is stored. 0 keeps them forever',
    { min: 0, max: 36_500 },
  )
  RESULT_RETENTION_DAYS: number = 400;

  @TextSetting(
    'Who may approve an exception from a rule: other than the one who asked for it, or any with the permission',
    { oneOf: ['other', 'any'] },
  )
  WAIVER_APPROVER: string = 'other';

  @FlagSetting(
    'Report scores of policies and what happens to them to monitoring, for the systems of agents; by way of the gateway, at GATEWAY_JWKS_URL',
  )
  MONITORING_FACTS: boolean = true;
}
