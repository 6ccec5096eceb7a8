import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { NegotiationGuard } from './negotiation.guard';
import { REPRESENTATION_OPTIONS, type RepresentationOptions } from './representation-options';

/** Makes `@Produces()` work in every module of a service. */
@Module({})
export class MediaTypesModule {
  /** @param imports modules whose exports the representations use, such as a `PageGuide`. */
  static forRoot(options: RepresentationOptions, { imports = [] }: { imports?: Type[] } = {}): DynamicModule {
    const provider = { provide: REPRESENTATION_OPTIONS, useValue: options };
    return {
      module: MediaTypesModule,
      global: true,
      imports,
      providers: [provider, { provide: APP_GUARD, useClass: NegotiationGuard }],
      exports: [REPRESENTATION_OPTIONS, ...imports],
    };
  }
}
