import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { parseDockerfile } from '../../programs/container/dockerfile.ts';
import { ROOT } from '../../support/stack.ts';

const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');
const example = read('.env.example');
/** All settings, with the variables for the files of secrets. */
const SETTINGS = new Set([
  ...Object.keys(parseEnv(example)),
  ...(example.match(/\b[A-Z0-9_]+_FILE\b/g) ?? []),
]);
/** Variables of Node. */
const NODE_VARIABLES = ['NODE_ENV', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE'];

const unknownSettings = (names: readonly string[]) =>
  names.filter((name) => !SETTINGS.has(name) && !NODE_VARIABLES.includes(name));

// biome-ignore lint/suspicious/noExplicitAny: manifests have the types of their own APIs
type Manifest = any;

const documents = parseAllDocuments(read('deploy/kubernetes/trivium.yml'), { merge: true });
const manifests: readonly Manifest[] = documents.map((document) => document.toJS());
const manifest = (kind: string): Manifest => manifests.find((one) => one.kind === kind);
const secretsOf = (env: readonly { value: string }[]) =>
  env.map(({ value }) => value.replace('/run/secrets/trivium/', ''));

describe('deploy: YAML', () => {
  const files = ['deploy', 'deploy/kubernetes', 'deploy/kubernetes/monitoring'].flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`)
      .filter((name) => name.endsWith('.yml'))
      .map((name) => `${folder}/${name}`),
  );

  test.each(files)('%s is valid', (file) => {
    const errors = parseAllDocuments(read(file), { merge: true }).flatMap((document) => [
      ...document.errors,
      ...document.warnings,
    ]);
    expect(errors).toEqual([]);
  });
});

/** The folders and packages that the production image has for the model. */
const dockerfile = read('deploy/Dockerfile');
const copiedFolders =
  /cp -R ((?:schema\/\S+ )+)package\/schema/.exec(dockerfile)?.[1]?.trim().split(' ') ?? [];
const keptPackages = /\^\(([^)]+)\)\$/.exec(dockerfile)?.[1]?.replaceAll('\\', '').split('|') ?? [];

describe('deploy: Dockerfile', () => {
  const stages = parseDockerfile(dockerfile);
  const image = stages.at(-1);
  const textsOf = (name: string) =>
    (image?.instructions ?? []).filter((instruction) => instruction.name === name).map(({ text }) => text);

  test('has two stages, and the second one runs nothing and copies only from the first one', () => {
    expect(stages).toHaveLength(2);
    expect(textsOf('RUN')).toEqual([]);
    const copies = image?.instructions.filter(({ name }) => name === 'COPY') ?? [];
    expect(copies.map(({ flags }) => flags.from)).toEqual(['build', 'build', 'build']);
  });

  test('runs as a user that is not root, with a health check, and writes only to its volume', () => {
    expect(textsOf('USER')).toEqual(['65532']);
    expect(textsOf('VOLUME')).toEqual(['/state']);
    expect(textsOf('HEALTHCHECK').join()).toContain('/health/live');
  });

  test('sets only variables that the gateway or Node reads', () => {
    const names = textsOf('ENV').flatMap((text) => text.split(/\s+/).map((pair) => pair.split('=')[0] ?? ''));
    expect(unknownSettings(names)).toEqual([]);
    expect(names).toContain('STATE_DIR');
  });

  test('has the folders and packages that modules of the model import', () => {
    const modules = copiedFolders.flatMap((folder) =>
      readdirSync(`${ROOT}${folder}`)
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .map((name) => `${folder}/${name}`),
    );
    const imports = modules.flatMap((file) =>
      [...read(file).matchAll(/ from '([^']+)'/g)].map(([, target = '']) =>
        target.startsWith('.') ? dirname(join(dirname(file), target)) : target,
      ),
    );
    expect(imports.filter((target) => ![...copiedFolders, ...keptPackages].includes(target))).toEqual([]);
    expect(imports).toContain('katex');
  });

  test('has only relative paths in commands, so that they can run as scripts', () => {
    const commands = stages.flatMap(({ instructions }) =>
      instructions.filter(({ name }) => name === 'RUN').map(({ text }) => text),
    );
    expect(commands.join('\n')).not.toMatch(/(^|[\s'"])\/(app|build|state)\b/m);
  });
});

describe('deploy: Dockerfile of a project', () => {
  const [image] = parseDockerfile(read('deploy/project/Dockerfile'));
  const textsOf = (name: string) =>
    (image?.instructions ?? []).filter((instruction) => instruction.name === name).map(({ text }) => text);

  test('copies only the manifest, the package, the model and versions of its contract, and runs the commands of the other files', () => {
    expect(textsOf('COPY')).toEqual([
      'package*.json *.tgz ./',
      'schema schema',
      'package.json contract-version[s] contract-versions/',
    ]);
    expect(textsOf('WORKDIR').at(-1)).toBe('/app/node_modules/trivium');
    expect(textsOf('CMD')).toEqual(['["dist/gateway/main.js"]']);
    expect(textsOf('USER')).toEqual(['65532']);
  });

  test('sets only variables that the gateway reads', () => {
    const names = textsOf('ENV').flatMap((text) => text.split(/\s+/).map((pair) => pair.split('=')[0] ?? ''));
    expect(unknownSettings(names)).toEqual([]);
  });
});

describe('deploy: systemd', () => {
  const unit = read('deploy/trivium.service');

  test('passes every secret that it names as a file', () => {
    const loaded = [...unit.matchAll(/^LoadCredential=([a-z-]+):\/etc\/trivium\/secrets\/\1$/gm)];
    const named = [...unit.matchAll(/^Environment=([A-Z_]+)_FILE=%d\/([a-z-]+)$/gm)];
    expect(named.map(([, , file]) => file)).toEqual(loaded.map(([, file]) => file));
    for (const [, name = '', file] of named) expect(file).toBe(name.toLowerCase().replaceAll('_', '-'));
    expect(unknownSettings(named.map(([, name]) => `${name}_FILE`))).toEqual([]);
  });

  test('is installed with the folders and packages that the production image has', () => {
    const { dependencies } = JSON.parse(read('package.json'));
    const packages = keptPackages.map((name) => `${name}@${dependencies[name]}`);
    const operating = read('docs/operating.md');
    expect(operating).toContain(`sudo cp -R ${copiedFolders.join(' ')} /opt/trivium/schema`);
    expect(operating).toContain(
      `sudo npm install --no-save --omit=dev --omit=optional ${packages.join(' ')}`,
    );
  });
});

describe('deploy: Compose', () => {
  const compose: Manifest = parse(read('deploy/compose.yml'), { merge: true });
  const { index, doctor, gateway, redis } = compose.services;

  test('reads every secret from the folder that it mounts, in which files of absent providers may be missing', () => {
    const files = Object.entries<string>(gateway.environment).filter(([name]) => name.endsWith('_FILE'));
    expect(files.length).toBeGreaterThan(5);
    for (const [, path] of files) expect(path).toMatch(/^\/run\/secrets\/[a-z-]+$/);
    expect(gateway.volumes).toEqual(['./secrets:/run/secrets:ro']);
    const { providers } = readConfig({
      ...parseEnv(example),
      ...Object.fromEntries(files.filter(([name]) => name.startsWith('MUX_'))),
      PROVIDERS: 'content,search',
    });
    expect(providers).toEqual(['content', 'search']);
  });

  test('builds the search indexes, then checks the accounts, then starts', () => {
    expect(index.command).toEqual(['dist/gateway/cli/trivium.js', 'index']);
    expect(doctor.depends_on.index.condition).toBe('service_completed_successfully');
    expect(index.depends_on.redis.condition).toBe('service_healthy');
  });

  test('sets only settings that exist', () => {
    expect(unknownSettings(Object.keys(gateway.environment))).toEqual([]);
    expect(unknownSettings(Object.keys(parseEnv(read('deploy/trivium.env'))))).toEqual([]);
  });

  test('has a read-only root, starts after the doctor, and keeps the state of Redis', () => {
    expect([gateway.read_only, doctor.read_only, index.read_only]).toEqual([true, true, true]);
    expect(gateway.depends_on.doctor.condition).toBe('service_completed_successfully');
    expect(doctor.command).toContain('doctor');
    expect(redis.command).toContain('--appendonly yes');
    expect(redis.command).toContain('--maxmemory-policy volatile-lru');
  });
});

describe('deploy: Kubernetes', () => {
  const { spec } = manifest('Deployment');
  const pod = spec.template.spec;
  const [gateway] = pod.containers;
  const [index, doctor] = pod.initContainers;

  test('sets only settings that exist, and reads every secret from the mounted Secret', () => {
    const names = [
      ...Object.keys(manifest('ConfigMap').data),
      ...gateway.env.map((one: Manifest) => one.name),
    ];
    expect(unknownSettings(names)).toEqual([]);
    expect(gateway.env.every((one: Manifest) => one.name.endsWith('_FILE'))).toBe(true);
    expect(new Set(secretsOf(gateway.env)).size).toBe(gateway.env.length);
    expect(gateway.volumeMounts).toEqual([
      expect.objectContaining({ mountPath: '/run/secrets/trivium', readOnly: true }),
    ]);
  });

  test('drains a pod for longer than it accepts requests and completes them', () => {
    const drainSeconds = Number(manifest('ConfigMap').data.DRAIN_GRACE_SECONDS);
    const completionSeconds = 8;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + completionSeconds);
    const { periodSeconds, failureThreshold } = gateway.readinessProbe;
    expect(drainSeconds).toBeGreaterThan(periodSeconds * failureThreshold);
    expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
  });

  test('probes existing addresses of a declared port, and checks the accounts first', () => {
    for (const probe of [gateway.startupProbe, gateway.readinessProbe, gateway.livenessProbe]) {
      expect(['/health/ready', '/health/live']).toContain(probe.httpGet.path);
      expect(gateway.ports.map(({ name }: Manifest) => name)).toContain(probe.httpGet.port);
    }
    expect(index.args).toEqual(['dist/gateway/cli/trivium.js', 'index', '--if-missing']);
    expect(doctor.args).toContain('doctor');
  });

  test('runs without rights and with a read-only root', () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532 });
    for (const container of [gateway, index, doctor])
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  });

  test('uses one image of a registry, with a version', () => {
    const images = [gateway, index, doctor].map(({ image }: Manifest) => image);
    expect(new Set(images).size).toBe(1);
    expect(images[0]).toMatch(/^[\w.-]+\.[\w.-]+\/trivium:\d+\.\d+\.\d+$/);
  });

  test('routes requests, allows only the ports that are needed, and scrapes with the token', () => {
    const service = manifest('Service');
    const ports = service.spec.ports.map(({ name }: Manifest) => name);
    const [rule] = manifest('Ingress').spec.rules;
    const { backend } = rule.http.paths[0];
    expect(backend.service.name).toBe(service.metadata.name);
    expect(ports).toContain(backend.service.port.name);
    expect(manifest('ConfigMap').data.PUBLIC_URL).toBe(`https://${rule.host}`);
    const policy = manifest('NetworkPolicy').spec;
    expect(policy.podSelector.matchLabels).toEqual(spec.template.metadata.labels);
    const allowed = policy.ingress.flatMap((one: Manifest) => one.ports.map(({ port }: Manifest) => port));
    expect(allowed).toEqual(gateway.ports.map(({ name }: Manifest) => name));
    const monitor = parse(read('deploy/kubernetes/monitoring/servicemonitor.yml')).spec;
    expect(monitor.selector.matchLabels).toEqual(service.metadata.labels);
    const [{ port, authorization }] = monitor.endpoints;
    expect(ports).toContain(port);
    expect(authorization.credentials.name).toBe(pod.volumes[0].secret.secretName);
    expect(secretsOf(gateway.env)).toContain(authorization.credentials.key);
  });

  test('selects its pods everywhere, and scales by CPU and by a metric of the gateway', () => {
    const { labels } = spec.template.metadata;
    expect(spec.selector.matchLabels).toEqual(labels);
    expect(manifest('Service').spec.selector).toEqual(labels);
    expect(manifest('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
    const { metrics, minReplicas, scaleTargetRef } = manifest('HorizontalPodAutoscaler').spec;
    expect(scaleTargetRef.name).toBe(manifest('Deployment').metadata.name);
    expect(minReplicas).toBe(spec.replicas);
    expect(metrics.map((metric: Manifest) => metric.resource?.name ?? metric.pods?.metric.name)).toEqual([
      'cpu',
      'nodejs_eventloop_lag_p90_seconds',
    ]);
    expect(read('deploy/prometheus-adapter.yml')).toContain('nodejs_eventloop_lag_p90_seconds');
  });
});

test('deploy: the systemd unit builds missing indexes before the doctor checks them', () => {
  const lines = read('deploy/trivium.service').match(/^ExecStartPre=.*$/gm) ?? [];
  expect(lines.map((line) => line.replace(/^.*trivium\.js /, ''))).toEqual([
    'index --if-missing',
    'doctor --wait 30',
  ]);
});

test('deploy: the systemd unit sets only settings that exist, and reads every secret from a credential', () => {
  const lines = read('deploy/trivium.service').split('\n');
  const variables = lines.flatMap((line) => /^Environment=([A-Z0-9_]+)=(.*)$/.exec(line)?.slice(1, 3) ?? []);
  const names = variables.filter((_value, i) => i % 2 === 0);
  expect(unknownSettings(names)).toEqual([]);
  const credentials = lines.flatMap((line) => /^LoadCredential=([\w-]+):/.exec(line)?.[1] ?? []);
  const files = lines.flatMap((line) => /^Environment=[A-Z0-9_]+_FILE=%d\/([\w-]+)$/.exec(line)?.[1] ?? []);
  expect(files).toEqual(credentials);
  expect(credentials.length).toBeGreaterThan(5);
});
