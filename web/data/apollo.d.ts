import '@apollo/client';

declare module '@apollo/client' {
  interface TypeOverrides {
    signatureStyle: 'modern';
  }
  namespace ApolloClient {
    namespace DeclareDefaultOptions {
      interface Query {
        errorPolicy: 'all';
      }
      interface WatchQuery {
        errorPolicy: 'all';
      }
    }
  }
}
