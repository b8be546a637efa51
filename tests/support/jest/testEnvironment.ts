import { createRequire } from 'node:module';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest's Node environment with an ordinary global object and with `loadWithNode`, which `nativeModules.ts` uses. Jest
 * itself runs tests against a proxy, which makes every use of a global, `Math` for instance, some ten times as slow.
 */
export default class FastEnvironment extends TestEnvironment {
  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...args);
    } finally {
      vm.createContext = createContext;
    }
    Object.assign(this.global, { loadWithNode: (path: string) => createRequire(path)(path) });
  }
}
