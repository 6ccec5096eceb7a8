import { type DynamicModule, Module, type ValueProvider } from '@nestjs/common';

/** Provides values to every module of a service. */
export function globalValues(...providers: ValueProvider[]): DynamicModule {
  class ValuesModule {}
  Module({})(ValuesModule);
  return { module: ValuesModule, global: true, providers, exports: providers.map(({ provide }) => provide) };
}
