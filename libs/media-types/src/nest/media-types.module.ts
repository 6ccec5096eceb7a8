import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { NegotiationGuard } from './negotiation.guard';
import { REPRESENTATION_OPTIONS, type RepresentationOptions } from './production';

/** Enables `result()` in every module of a service. */
@Module({})
export class MediaTypesModule {
  static forRoot(options: RepresentationOptions): DynamicModule {
    const provider = { provide: REPRESENTATION_OPTIONS, useValue: options };
    return {
      module: MediaTypesModule,
      global: true,
      providers: [provider, { provide: APP_GUARD, useClass: NegotiationGuard }],
      exports: [REPRESENTATION_OPTIONS],
    };
  }
}
