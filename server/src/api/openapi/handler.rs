//! Handlers that describe themselves by the types of their arguments and of their result.

use super::operation::{DescribeInput, DescribeOutput, Operation};

/// A handler of which each argument implements [`DescribeInput`], and the result [`DescribeOutput`].
///
/// `Inputs` is the tuple of the arguments. A handler with a type that does not describe itself does not compile.
pub(in crate::api) trait DescribeHandler<Inputs> {
    /// Adds the descriptions of all arguments and of the result.
    fn describe(operation: &mut Operation<'_>);
}

/// Implements [`DescribeHandler`] for functions with these arguments.
macro_rules! describe_handler {
    ($($input:ident)*) => {
        impl<Handler, Output, Running, $($input,)*> DescribeHandler<($($input,)*)> for Handler
        where
            Handler: Fn($($input,)*) -> Running,
            Running: Future<Output = Output>,
            Output: DescribeOutput,
            $($input: DescribeInput,)*
        {
            fn describe(operation: &mut Operation<'_>) {
                $($input::describe_input(operation);)*
                Output::describe_output(operation);
            }
        }
    };
}

describe_handler! {}
describe_handler! { A }
describe_handler! { A B }
describe_handler! { A B C }
describe_handler! { A B C D }
describe_handler! { A B C D E }
describe_handler! { A B C D E F }
