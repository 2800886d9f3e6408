// SPDX-License-Identifier: GPL-3.0-or-later

// Measures kube-rs's reflector against the replay server.
use futures::StreamExt;
use k8s_openapi::api::core::v1::Pod;
use kube::{Api, Client, Config, runtime::{reflector, watcher}};
use std::time::Instant;

fn mem() -> String {
    let s = std::fs::read_to_string("/proc/self/status").unwrap();
    let g = |k: &str| s.lines().find(|l| l.starts_with(k)).unwrap().split(':').nth(1).unwrap().trim().to_string();
    format!("rss={} hwm={}", g("VmRSS"), g("VmHWM"))
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let host = std::env::args().nth(1).unwrap_or("http://127.0.0.1:18080".into());
    let m: usize = std::env::args().nth(2).and_then(|s| s.parse().ok()).unwrap_or(100000);
    let client = Client::try_from(Config::new(host.parse()?))?;
    let pods: Api<Pod> = Api::all(client);
    let (reader, writer) = reflector::store();
    let mut st = reflector(writer, watcher(pods, watcher::Config::default())).boxed();
    let start = Instant::now();
    let mut first = None;
    let (mut synced, mut upd) = (false, 0usize);
    while let Some(ev) = st.next().await {
        match ev? {
            watcher::Event::InitDone => {
                println!("kube-rs sync_s={:.3} n={} {}", start.elapsed().as_secs_f64(), reader.state().len(), mem());
                synced = true;
                if m == 0 { break; }
                let h = host.clone();
                tokio::spawn(async move { tokio::time::sleep(std::time::Duration::from_millis(500)).await; let _ = reqwest::get(h + "/bench/go").await; });
            }
            watcher::Event::Apply(_) if synced => {
                upd += 1;
                if upd == 1 { first = Some(Instant::now()); }
                if upd == m {
                    let d = first.unwrap().elapsed().as_secs_f64();
                    println!("kube-rs events_s={:.3} events_per_s={:.0} {}", d, m as f64 / d, mem());
                    break;
                }
            }
            _ => {}
        }
    }
    Ok(())
}
