/**
 * Metrics in the Prometheus format at `/metrics`. Labels are few and fixed: never an id, an IP address or a path with
 * ids.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Histogram({
    name: 'satchel_request_seconds',
    help: 'Time of answered requests.',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 30],
    registers: [this.registry],
  });
  readonly jobs = new Histogram({
    name: 'satchel_job_seconds',
    help: 'Time of attempts of background jobs.',
    labelNames: ['kind', 'outcome'],
    buckets: [0.05, 0.5, 5, 30, 120, 600],
    registers: [this.registry],
  });
  readonly mails = new Counter({
    name: 'satchel_mails_total',
    help: 'Messages handed over.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  /** Registers Node's own metrics: memory, event loop, garbage collection. Call once for a process. */
  collectProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** A gauge whose value is read at each scrape. */
  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }
}
