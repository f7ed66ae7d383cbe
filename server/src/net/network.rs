//! Networks of addresses.

use std::fmt::{self, Display};
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;
use thiserror::Error;

/// An address, or a block of addresses in the notation of CIDR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network(IpNet);

/// A text that is not a network.
#[derive(Debug, Error)]
#[error("{0:?} is neither an address, such as 10.0.0.7, nor a block of addresses, such as 10.0.0.0/8")]
pub struct InvalidNetwork(String);

impl Network {
    /// Whether an address is in the network.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

impl FromStr for Network {
    type Err = InvalidNetwork;

    fn from_str(text: &str) -> Result<Self, InvalidNetwork> {
        let address = text.parse::<IpAddr>().map(|address| IpNet::from(address.to_canonical()));
        let network = address.or_else(|_| text.parse::<IpNet>());
        network.map(|network| Self(network.trunc())).map_err(|_| InvalidNetwork(text.to_owned()))
    }
}

impl Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_written_in_one_way() {
        let written = |text: &str| text.parse::<Network>().expect("a network").to_string();
        assert_eq!(written("192.0.2.7"), "192.0.2.7/32");
        assert_eq!(written("::ffff:192.0.2.7"), "192.0.2.7/32");
        assert_eq!(written("192.0.2.7/24"), "192.0.2.0/24");
        assert_eq!(written("2001:DB8:0:1::7/64"), "2001:db8:0:1::/64");
        for invalid in ["", "192.0.2.0/33", "192.0.2", "example.org", "2001:db8::/129"] {
            assert!(invalid.parse::<Network>().is_err(), "{invalid}");
        }
    }
}
