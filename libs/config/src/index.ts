export { loadConfig, secretOf } from './load-config';
export { FlagSetting, ListSetting, NumberSetting, TextSetting, UrlSetting, settingsOf } from './setting.decorator';
export type { SettingEntry } from './setting.decorator';
export { DatabaseServiceConfig, ServiceConfig, SharedServiceConfig } from './service.config';
